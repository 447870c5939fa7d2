#include "internal.h"

// RFC 7518 §3.4: r and s, 32 bytes each.
#define HALF 32

struct chttp2_key {
  gnutls_pubkey_t public;
};

// The public half of a private key in PKCS #8.
static int import_private(gnutls_pubkey_t key, const gnutls_datum_t *text) {
  const gnutls_functions *tls = &chttp2_gnutls;
  gnutls_x509_privkey_t read;
  gnutls_privkey_t private;
  int code = tls->gnutls_x509_privkey_init(&read);
  if (code < 0) return code;
  code = tls->gnutls_privkey_init(&private);
  if (code >= 0) {
    code = tls->gnutls_x509_privkey_import2(read, text, GNUTLS_X509_FMT_PEM, NULL,
                                            GNUTLS_PKCS_PLAIN);
    if (code >= 0) code = tls->gnutls_privkey_import_x509(private, read, 0);
    if (code >= 0)
      code = tls->gnutls_pubkey_import_privkey(key, private, GNUTLS_KEY_DIGITAL_SIGNATURE, 0);
    tls->gnutls_privkey_deinit(private);
  }
  tls->gnutls_x509_privkey_deinit(read);
  return code;
}

chttp2_key *chttp2_key_read(const char *pem, chttp2_error **error) {
  *error = chttp2_load_gnutls();
  if (*error != NULL) return NULL;
  const gnutls_functions *tls = &chttp2_gnutls;
  gnutls_pubkey_t key;
  *error = chttp2_gnutls_error(tls->gnutls_pubkey_init(&key), "the key cannot be read");
  if (*error != NULL) return NULL;
  const gnutls_datum_t text = {(uint8_t *)pem, (unsigned)strlen(pem)};
  const bool is_private = strstr(pem, "PRIVATE KEY-----") != NULL;
  int code = is_private ? import_private(key, &text)
                        : tls->gnutls_pubkey_import(key, &text, GNUTLS_X509_FMT_PEM);
  *error = chttp2_gnutls_error(code, "the key cannot be read");
  unsigned bits = 0;
  if (*error == NULL && (tls->gnutls_pubkey_get_pk_algorithm(key, &bits) != GNUTLS_PK_ECDSA ||
                         bits != HALF * 8))
    *error = chttp2_new_error(CHTTP2_FAILED, "the key is not one of the curve P-256");
  if (*error != NULL) {
    (*error)->kind = CHTTP2_BAD_CERTIFICATE;
    tls->gnutls_pubkey_deinit(key);
    return NULL;
  }
  chttp2_key *self = g_new(chttp2_key, 1);
  self->public = key;
  return self;
}

void chttp2_key_free(chttp2_key *key) {
  chttp2_gnutls.gnutls_pubkey_deinit(key->public);
  g_free(key);
}

bool chttp2_key_verify(chttp2_key *key, const uint8_t *bytes, size_t size,
                       const uint8_t *signature, size_t signature_size) {
  if (signature_size != 2 * HALF) return false;
  const gnutls_functions *tls = &chttp2_gnutls;
  const gnutls_datum_t r = {(uint8_t *)signature, HALF};
  const gnutls_datum_t s = {(uint8_t *)signature + HALF, HALF};
  const gnutls_datum_t text = {(uint8_t *)bytes, (unsigned)size};
  // GnuTLS takes signatures as X.509 has them: a DER sequence.
  gnutls_datum_t der;
  if (tls->gnutls_encode_rs_value(&der, &r, &s) < 0) return false;
  int code =
      tls->gnutls_pubkey_verify_data2(key->public, GNUTLS_SIGN_ECDSA_SHA256, 0, &text, &der);
  (*tls->gnutls_free)(der.data);
  return code >= 0;
}
