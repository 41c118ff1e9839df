# Serves LemonLDAP::NG's portal over https, until standard input closes. LLNG_DEFAULTCONFFILE names its configuration.
#
# usage: lemonldap.pl PORT CERTIFICATE KEY HTDOCS
use strict;
use warnings;
use HTTP::Server::PSGI;
use IO::Socket::SSL;
use Lemonldap::NG::Portal::Main;
use Plack::Builder;

my ($port, $certificate, $key, $htdocs) = @ARGV;
my $listener = IO::Socket::SSL->new(
  Listen => 64, LocalAddr => '127.0.0.1', LocalPort => $port, ReuseAddr => 1, SSL_cert_file => $certificate, SSL_key_file => $key)
  or die "no listener at $port: $!, $IO::Socket::SSL::SSL_ERROR";

# It answers one request after the other, each on a connection of its own.
my $server = fork() // die "fork: $!";
unless ($server) {
  open STDIN, '<', '/dev/null';
  my $portal = Lemonldap::NG::Portal::Main->run({});
  HTTP::Server::PSGI->new(listen_sock => $listener, ssl => 1, timeout => 5)->run(builder {
    enable 'Static', path => qr{^/static/}, root => $htdocs;
    $portal;
  });
  exit 0;
}
close $listener;
local $| = 1;
print qq({"issuer": "https://localhost:$port"}\n);
1 while <STDIN>;
kill 'TERM', $server;
waitpid $server, 0;
