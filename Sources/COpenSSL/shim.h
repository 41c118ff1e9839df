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

// A key pair of P-256 from a private key of 32 bytes and its uncompressed point of 65; NULL where libcrypto does not take them. In C,
// because the builder keeps the addresses of names and values until it is done.
static inline EVP_PKEY *p256_key_pair(const unsigned char *secret, const unsigned char *point) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  // Secure, so that the parameters are.
  BIGNUM *number = BN_secure_new();
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  if (number && builder && context && BN_bin2bn(secret, 32, number) &&
      OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) &&
      OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) &&
      (parameters = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(context) == 1 &&
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1)
    key = NULL;
  OSSL_PARAM_free(parameters);
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_BLD_free(builder);
  BN_clear_free(number);
  return key;
}
#endif
