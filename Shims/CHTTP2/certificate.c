#include "internal.h"

// An authority and a certificate in the making; what is not made is NULL.
typedef struct {
  gnutls_x509_privkey_t authority_key, key;
  gnutls_x509_crt_t authority, certificate;
} pair;

#define AUTHORITY_NAME "CN=Belfry local authority"
#define CERTIFICATE_NAME "CN=Belfry"

// RFC 5280 §4.1.2.2: a serial number is positive and unique for its issuer, at most 20 bytes.
#define SERIAL_BYTES 16
// A SHA-1 sum.
#define KEY_ID_BYTES 20

static int make_key(gnutls_x509_privkey_t *key) {
  int code = chttp2_gnutls.gnutls_x509_privkey_init(key);
  if (code < 0) return code;
  const unsigned curve = GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);
  return chttp2_gnutls.gnutls_x509_privkey_generate(*key, GNUTLS_PK_ECDSA, curve, 0);
}

// Sets what an authority and a certificate have in common.
static int begin_certificate(gnutls_x509_crt_t *made, gnutls_x509_privkey_t key, const char *name,
                             int64_t from, int64_t to) {
  const gnutls_functions *tls = &chttp2_gnutls;
  uint8_t serial[SERIAL_BYTES];
  uint8_t key_id[KEY_ID_BYTES];
  size_t key_id_size = sizeof(key_id);
  int code = tls->gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof(serial));
  serial[0] = (serial[0] & 0x7f) | 0x40;
  if (code >= 0) code = tls->gnutls_x509_crt_init(made);
  if (code >= 0) code = tls->gnutls_x509_crt_set_version(*made, 3);
  if (code >= 0) code = tls->gnutls_x509_crt_set_serial(*made, serial, sizeof(serial));
  if (code >= 0) code = tls->gnutls_x509_crt_set_dn(*made, name, NULL);
  if (code >= 0) code = tls->gnutls_x509_crt_set_activation_time(*made, from);
  if (code >= 0) code = tls->gnutls_x509_crt_set_expiration_time(*made, to);
  if (code >= 0) code = tls->gnutls_x509_crt_set_key(*made, key);
  if (code >= 0) code = tls->gnutls_x509_crt_get_key_id(*made, 0, key_id, &key_id_size);
  if (code >= 0) code = tls->gnutls_x509_crt_set_subject_key_id(*made, key_id, key_id_size);
  return code;
}

static int make_authority(pair *self, int64_t from, int64_t to) {
  const gnutls_functions *tls = &chttp2_gnutls;
  int code = make_key(&self->authority_key);
  if (code >= 0)
    code = begin_certificate(&self->authority, self->authority_key, AUTHORITY_NAME, from, to);
  if (code >= 0) code = tls->gnutls_x509_crt_set_basic_constraints(self->authority, 1, 0);
  if (code >= 0)
    code = tls->gnutls_x509_crt_set_key_usage(self->authority,
                                              GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN);
  if (code >= 0)
    code = tls->gnutls_x509_crt_sign2(self->authority, self->authority, self->authority_key,
                                      GNUTLS_DIG_SHA256, 0);
  return code;
}

static int add_name(gnutls_x509_crt_t certificate, const char *name) {
  const gnutls_functions *tls = &chttp2_gnutls;
  GInetAddress *address = g_inet_address_new_from_string(name);
  if (address == NULL)
    return tls->gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, name,
                                                     (unsigned)strlen(name), GNUTLS_FSAN_APPEND);
  int code = tls->gnutls_x509_crt_set_subject_alt_name(
      certificate, GNUTLS_SAN_IPADDRESS, g_inet_address_to_bytes(address),
      (unsigned)g_inet_address_get_native_size(address), GNUTLS_FSAN_APPEND);
  g_object_unref(address);
  return code;
}

static int make_certificate(pair *self, const char *const *names, int64_t from, int64_t to) {
  const gnutls_functions *tls = &chttp2_gnutls;
  uint8_t issuer[KEY_ID_BYTES];
  size_t issuer_size = sizeof(issuer);
  int code = make_key(&self->key);
  if (code >= 0)
    code = begin_certificate(&self->certificate, self->key, CERTIFICATE_NAME, from, to);
  for (size_t i = 0; names[i] != NULL && code >= 0; i++)
    code = add_name(self->certificate, names[i]);
  if (code >= 0) code = tls->gnutls_x509_crt_set_basic_constraints(self->certificate, 0, -1);
  if (code >= 0)
    code = tls->gnutls_x509_crt_set_key_usage(self->certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
  if (code >= 0)
    code = tls->gnutls_x509_crt_set_key_purpose_oid(self->certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
  if (code >= 0)
    code = tls->gnutls_x509_crt_get_key_id(self->authority, 0, issuer, &issuer_size);
  if (code >= 0)
    code = tls->gnutls_x509_crt_set_authority_key_id(self->certificate, issuer, issuer_size);
  if (code >= 0)
    code = tls->gnutls_x509_crt_sign2(self->certificate, self->authority, self->authority_key,
                                      GNUTLS_DIG_SHA256, 0);
  return code;
}

// Adds PEM of GnuTLS to the text, and frees it.
static void append(GString *text, gnutls_datum_t *pem) {
  g_string_append_len(text, (const char *)pem->data, pem->size);
  (*chttp2_gnutls.gnutls_free)(pem->data);
}

static int write_out(const pair *self, GString *authority, GString *certificate) {
  const gnutls_functions *tls = &chttp2_gnutls;
  gnutls_datum_t pem;
  int code = tls->gnutls_x509_crt_export2(self->authority, GNUTLS_X509_FMT_PEM, &pem);
  if (code < 0) return code;
  append(authority, &pem);
  code = tls->gnutls_x509_crt_export2(self->certificate, GNUTLS_X509_FMT_PEM, &pem);
  if (code < 0) return code;
  append(certificate, &pem);
  code = tls->gnutls_x509_privkey_export2_pkcs8(self->key, GNUTLS_X509_FMT_PEM, NULL,
                                                GNUTLS_PKCS_PLAIN, &pem);
  if (code < 0) return code;
  append(certificate, &pem);
  return code;
}

static void free_pair(pair *self) {
  const gnutls_functions *tls = &chttp2_gnutls;
  if (self->authority != NULL) tls->gnutls_x509_crt_deinit(self->authority);
  if (self->certificate != NULL) tls->gnutls_x509_crt_deinit(self->certificate);
  if (self->authority_key != NULL) tls->gnutls_x509_privkey_deinit(self->authority_key);
  if (self->key != NULL) tls->gnutls_x509_privkey_deinit(self->key);
}

chttp2_error *chttp2_make_certificates(const char *const *names, int64_t from, int64_t to,
                                       char **authority, char **certificate) {
  chttp2_error *failure = chttp2_load_gnutls();
  if (failure != NULL) return failure;
  pair made = {0};
  GString *authority_text = g_string_new(NULL);
  GString *certificate_text = g_string_new(NULL);
  int code = make_authority(&made, from, to);
  if (code >= 0) code = make_certificate(&made, names, from, to);
  if (code >= 0) code = write_out(&made, authority_text, certificate_text);
  free_pair(&made);
  failure = chttp2_gnutls_error(code, "a certificate cannot be made");
  *authority = g_string_free(authority_text, failure != NULL);
  *certificate = g_string_free(certificate_text, failure != NULL);
  return failure;
}

int64_t chttp2_certificate_end(const char *pem) {
  chttp2_error *failure = chttp2_load_gnutls();
  if (failure != NULL) {
    chttp2_error_free(failure);
    return -1;
  }
  gnutls_x509_crt_t certificate;
  if (chttp2_gnutls.gnutls_x509_crt_init(&certificate) < 0) return -1;
  const gnutls_datum_t text = {(uint8_t *)pem, (unsigned)strlen(pem)};
  int64_t end = -1;
  if (chttp2_gnutls.gnutls_x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM) >= 0)
    end = chttp2_gnutls.gnutls_x509_crt_get_expiration_time(certificate);
  chttp2_gnutls.gnutls_x509_crt_deinit(certificate);
  return end;
}
