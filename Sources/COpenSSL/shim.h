// What OpenSSLCrypto uses of libcrypto (OpenSSL 3): EVP and little else.
#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>

// A macro's cast is nothing that Swift could import.
static const int P256_KEYPAIR_SELECTION = EVP_PKEY_KEYPAIR;
#endif
