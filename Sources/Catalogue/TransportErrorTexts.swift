extension ErrorText {
  /// What HTTPTransport and the in-app browser raise.
  static let transportErrors: [ErrorText] = connectionErrors + certificateErrors + browserErrors + browserDataErrors

  private static let connectionErrors = [
    ErrorText(
      "connection_refused", "the server is not reachable", "nothing listens at {url}",
      hint: "check that the server is running, and its port"),
    ErrorText(
      "host_not_found", "the server is not reachable", "the host name of {url} is unknown",
      hint: "check the host name and the network connection"),
    ErrorText(
      "connect_timeout", "the server is not reachable", "{url} did not accept the connection in time",
      hint: "check the network connection and the server, then try again"),
    ErrorText(
      "timeout", "the server is too slow", "{url} did not answer completely in time",
      hint: "try again; if it stays slow, look at the server's log"),
    ErrorText(
      "connection_lost", "the connection was lost", "{url} closed it before the answer was complete",
      hint: "try again; if it happens again, look at the server's log"),
    ErrorText(
      "body_too_large", "the answer is too large", "{url} sent more than 1 MiB",
      hint: "check that this address is the one you mean"),
    ErrorText(
      "malformed_response", "the answer makes no sense", "what {url} sent is not HTTP",
      hint: "check that a web server listens at this port"),
    ErrorText(
      "content_unreadable", "the answer cannot be read",
      "{url} sent its content compressed ({detail}); gzip and deflate are read",
      hint: "let the server, or what stands before it, send gzip or what is not compressed"),
    ErrorText(
      "proxy_unusable", "the proxy does not work", "{url} is asked through a proxy: {detail}",
      hint: "check HTTPS_PROXY and NO_PROXY, or proxy in config.json; \"none\" there asks directly"),
    ErrorText(
      "invalid_url", "this address cannot be opened", "{url}: {detail}",
      hint: "use a complete http or https address without user name and password"),
    ErrorText(
      "host_not_allowed", "this server is not asked",
      "what is played may ask servers on this computer alone, not {url}",
      hint: "if you trust the script, allow it: dcr-terminal script --allow-servers"),
    ErrorText(
      "cancelled", "cancelled", "the request was cancelled before the answer came",
      hint: "start again whenever you like"),
  ]

  private static let certificateErrors = [
    ErrorText(
      "certificate_untrusted", "the connection is not private",
      "the certificate of {url} comes from an authority that this device does not trust",
      hint: "if the server is yours, add its CA to trustedCertificates; otherwise leave"),
    ErrorText(
      "certificate_expired", "the connection is not private",
      "the certificate of {url} has expired, or is not valid yet",
      hint: "check this machine's clock, or have the server's certificate renewed"),
    ErrorText(
      "certificate_wrong_host", "the connection is not private", "the certificate was made for another host than {url}",
      hint: "check the address, or use the host name that the certificate was made for"),
    ErrorText(
      "device_certificate_missing", "this device has no certificate", "{detail}",
      hint: "enroll the device: dcr-terminal devices enroll NAME; elsewhere, set deviceCertificate in config.json"),
    ErrorText(
      "device_certificate_unusable", "this device's certificate cannot be used", "{detail}",
      hint: "enroll the device anew, or correct deviceCertificate and deviceKey in config.json"),
    ErrorText(
      "device_certificate_expired", "this device's certificate is out of its time", "{detail}",
      hint: "check this machine's clock, or enroll the device anew: dcr-terminal devices enroll NAME"),
    ErrorText(
      "tls_failure", "no secure connection", "TLS with {url} failed: {detail}",
      hint: "check that the server speaks TLS 1.2 or later and that trustedCertificates names a readable PEM file"),
  ]

  private static let browserErrors = [
    ErrorText(
      "too_many_redirects", "the page cannot be shown", "{url} redirected more than {expected} times",
      hint: "clear the browser data and start again; if it stays, the server is configured wrongly"),
    ErrorText(
      "insecure_page", "this page is not opened", "{url} is not encrypted, so others could read and change it",
      hint: "use the https address; plain http is opened on this machine only"),
    ErrorText(
      "unsupported_scheme", "this link is not opened", "{received} belongs to another program, not to this browser",
      hint: "go on with another link, or leave with Done"),
    ErrorText(
      "unsupported_content", "this cannot be shown", "the answer is {received}, not a page",
      hint: "open the address in the system browser"),
    ErrorText(
      "unsupported_form", "this form cannot be sent", "it wants text/plain, which no server can read safely",
      hint: "open the page in the system browser"),
    ErrorText(
      "body_not_resent", "the form is not sent on", "the server wants it sent again to {url}, another server",
      hint: "tell the people who run the server: use 303 after a form, not 307 or 308"),
    ErrorText(
      "bad_link", "this address cannot be opened", "{received} is not a URL",
      hint: "go on with another link, or leave with Done"),
    ErrorText(
      "login_refused", "the login was refused", "{detail}",
      hint: "check the user name and the first line of the password file"),
    ErrorText(
      "login_elsewhere", "the password was not typed",
      "the login form belongs to {url}, and this login began at {expected}",
      hint: "if you trust {url} with this password, name it: --login-origin {url}"),
    ErrorText(
      "login_not_encrypted", "the password was not typed",
      "the login form sends it to {url}, which is not encrypted",
      hint: "tell the people who run the server: a login form belongs on https"),
    ErrorText(
      "login_in_address", "the password was not typed",
      "the login form of {url} would put it into an address (method=get), where logs and histories keep it",
      hint: "tell the people who run the server: a login form is sent with method=post"),
    ErrorText(
      "sign_out_unconfirmed", "the sign-out is not confirmed",
      "nothing led back to the app from {url}; the browser saw {detail}",
      hint: "open {url} in a browser to see whether its login session goes on"),
    ErrorText(
      "page_failed", "the server reported an error", "status {received} {description}",
      hint: "read the message; the server's log may say more"),
    ErrorText(
      "needs_javascript", "this page needs JavaScript", "the in-app browser shows pages without running scripts",
      hint: "open the page in the browser of this machine"),
    ErrorText(
      "browser_stuck", "the headless browser does not know what to do", "it saw {detail}",
      hint: "go through these pages yourself: in the app, or with flow --browser manual"),
    ErrorText(
      "browser_no_way_on", "the pages end without a way back to the app", "{detail}",
      hint: "go through these pages yourself: in the app, or with flow --browser manual"),
    ErrorText(
      "browser_needs_terminal", "there is no terminal to draw on",
      "standard input and output must be a terminal that can place its cursor",
      hint: "use --plain for lines, or --headless for scripts"),
    ErrorText(
      "redirect_refused", "the app did not take the redirect", "it said: {detail}",
      hint: "start the login again in the app"),
    ErrorText(
      "app_not_listening", "the app is not there", "nobody took the redirect at {path}",
      hint: "start the app, then start the login again"),
    ErrorText(
      "client_secret_file_unreadable", "the file of the client secret cannot be used",
      "{path} cannot be read, or its first line is empty",
      hint: "write the secret into the file's first line, and make the file readable for you alone (chmod 600)"),
    ErrorText(
      "password_file_unreadable", "the password file cannot be used", "{path}: {detail}",
      hint: "put the password into the file's first line and make the file readable for you alone (chmod 600)"),
  ]

  private static let browserDataErrors = [
    ErrorText(
      "cookie_jar_damaged", "the browser's cookies cannot be read", "{path}: {detail}",
      hint: "clear the browser data (in Settings, or dcr-browser --clear-data); you will have to log in again"),
    ErrorText(
      "browser_data_not_saved", "the browser's data cannot be saved", "{path}: {detail}",
      hint: "check free space and permissions of the folder"),
    ErrorText(
      "browser_data_unreadable", "the browser's data cannot be opened", "{path}: {detail}",
      hint: "check that the folder belongs to you and is no symbolic link"),
    ErrorText(
      "browser_busy", "another browser is open", "it uses the same data folder, {path}",
      hint: "close the other browser window of this device, then try again"),
  ]
}
