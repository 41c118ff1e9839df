"""Real proxies that end TLS and publish the server: HAProxy in both ways that identity-server.md allows, and nginx where somebody has installed it.
Debian's package of nginx would make it listen at port 80 of a developer's machine, so `make test` does not install it."""
import contextlib
import os
import shutil
import socket
import subprocess
import time

from session import PATIENCE

PATH = os.environ["PATH"] + ":/usr/sbin"

NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
  access_log off;
  {temporary}
  server {{
    listen {address}:{port} ssl;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
    location / {{
      proxy_pass https://localhost:{server};
      proxy_http_version 1.1;
      proxy_ssl_trusted_certificate {authority};
      proxy_ssl_verify on;
      proxy_ssl_name localhost;
      proxy_ssl_server_name on;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Real-IP $remote_addr;
    }}
  }}
}}
"""

HAPROXY = """
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
frontend public
  bind {address}:{port} ssl crt {folder}/both.pem
  option forwardfor
  {host}
  default_backend server
backend server
  server embedded 127.0.0.1:{server} ssl verify required ca-file {authority} verifyhost localhost sni str(localhost)
"""


def nginx(folder, **values):
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    values["temporary"] = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, **values))
    return ["nginx", "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf"]


def haproxy(folder, host="", **values):
    """Leaves `Host` as it came."""
    both = folder / "both.pem"
    both.write_text(values["certificate"].read_text() + values["key"].read_text())
    (folder / "haproxy.cfg").write_text(HAPROXY.format(folder=folder, host=host, **values))
    return ["haproxy", "-db", "-f", folder / "haproxy.cfg"]


def haproxy_as_localhost(folder, **values):
    """Sets `Host` to that of the server."""
    return haproxy(folder, f"http-request set-header Host localhost:{values['server']}", **values)


INSTALLED = [haproxy, haproxy_as_localhost] + ([nginx] if shutil.which("nginx", path=PATH) else [])


@contextlib.contextmanager
def running(proxy, folder, address, port, **values):
    """The proxy, once it takes connections."""
    process = subprocess.Popen(
        list(map(str, proxy(folder, address=address, port=port, **values))), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, "PATH": PATH})
    try:
        end = time.monotonic() + PATIENCE
        while not takes_connections(address, port):
            assert process.poll() is None and time.monotonic() < end, process.stdout.read().decode()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def takes_connections(address, port):
    with socket.socket() as client:
        return client.connect_ex((address, port)) == 0
