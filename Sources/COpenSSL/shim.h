// What OpenSSLCrypto uses of libcrypto (OpenSSL 3): EVP and little else.
#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#endif
