"""The container image of a package: its archive follows the formats, and its programs run without anything else from a system."""
import gzip
import hashlib
import json
import os
import pathlib
import subprocess
import tarfile

import pytest
from clean_root import ROOT, Session

# What a container has besides its files: its own mounts, processes and network.
CONTAINER = """
root=$1; shift
mount --make-rprivate / && mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" && ip link set lo up &&
exec env -i "$@"
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    folder = pathlib.Path(os.environ.get("PACKAGES", ROOT / ".build/packages"))
    package = max(folder.glob("*.deb"), key=os.path.getmtime, default=None)
    if not package:
        pytest.skip(f"there is no package in {folder}: make package")
    made = tmp_path_factory.mktemp("image") / "image.oci.tar"
    subprocess.run([ROOT / "packaging/image", package, made], check=True)
    with tarfile.open(made) as tar:
        yield {name: tar.extractfile(name).read() for name in tar.getnames()}


def blob(archive, part):
    data = archive["blobs/" + part["digest"].replace(":", "/")]
    assert (hashlib.sha256(data).hexdigest(), len(data)) == (part["digest"].split(":")[1], part["size"])
    return data


@pytest.fixture(scope="module")
def manifest(archive):
    named, = json.loads(archive["index.json"])["manifests"]
    return json.loads(blob(archive, named))


@pytest.fixture(scope="module")
def config(archive, manifest):
    return json.loads(blob(archive, manifest["config"]))


@pytest.fixture(scope="module")
def tree(archive, manifest):
    layer, = manifest["layers"]
    return gzip.decompress(blob(archive, layer))


def test_the_layout_is_that_of_oci(archive, manifest, config, tree):
    assert json.loads(archive["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}
    assert config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(tree).hexdigest()]
    assert (config["os"], len(config["history"])) == ("linux", 1)
    assert sum(name.startswith("blobs/") for name in archive) == 3


def test_older_programs_find_the_same_image(archive, manifest):
    listed, = json.loads(archive["manifest.json"])
    named, = json.loads(archive["index.json"])["manifests"]
    assert listed["RepoTags"] == [named["annotations"]["org.opencontainers.image.ref.name"]]
    parts = [manifest["config"], *manifest["layers"]]
    assert [listed["Config"], *listed["Layers"]] == ["blobs/" + part["digest"].replace(":", "/") for part in parts]


@pytest.fixture(scope="module")
def container(config, tree, tmp_path_factory):
    """The words that start the program as a container does."""
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "--net", "--pid", "--fork", "true"], check=False).returncode:
        pytest.skip("a container needs mounts and namespaces, which this user or machine does not allow")
    root = tmp_path_factory.mktemp("root")
    root.chmod(0o755)
    layer = root.with_suffix(".tar")
    layer.write_bytes(tree)
    subprocess.run(["tar", "--numeric-owner", "-xpf", layer, "-C", root], check=True)
    (root / "data/password.txt").write_text("Password1\n")
    settings = config["config"]
    return ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-c", CONTAINER, "sh", root, *settings["Env"],
            "/usr/sbin/chroot", f"--userspec={settings['User']}", root, *settings["Entrypoint"]]


def test_the_whole_flow_runs_and_the_volume_keeps_it(container):
    def run(*words):
        return subprocess.run([*container, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
    done = run("flow", "--username", "demouser", "--password-file", "/data/password.txt")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "demouser" in run("clients", "list").stdout
    assert "are files in /usr/share/dcr-terminal/docs" in run("docs").stdout
    with Session(container) as terminal:
        terminal.wait_for("Start Authentication").press("q")
        assert terminal.wait_exit() == 0
