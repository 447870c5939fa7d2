#include <glib.h>
#include <string.h>

#include "cglib.h"

// One parse: what GOption's callbacks need.
typedef struct {
  const cglib_option *options;
  size_t count;
  cglib_option_visitor visit;
  void *context;
} parse;

static int32_t find_long(const parse *self, const char *name, size_t length) {
  for (size_t i = 0; i < self->count; i++)
    if (strlen(self->options[i].name) == length &&
        strncmp(self->options[i].name, name, length) == 0)
      return (int32_t)i;
  return -1;
}

static int32_t find_short(const parse *self, char name) {
  for (size_t i = 0; i < self->count; i++)
    if (self->options[i].short_name == name) return (int32_t)i;
  return -1;
}

// GOption names the option as it was written: "--long" without its value, or "-s".
static gboolean take_option(const char *name, const char *value, gpointer data, GError **error) {
  (void)error;
  parse *self = data;
  int32_t option = name[1] == '-' ? find_long(self, name + 2, strlen(name + 2))
                                  : find_short(self, name[1]);
  self->visit(option, value, self->context);
  return TRUE;
}

static gboolean take_operand(const char *name, const char *value, gpointer data, GError **error) {
  (void)name;
  (void)error;
  parse *self = data;
  self->visit(-1, value, self->context);
  return TRUE;
}

// GOption takes "--flag=no" for "--flag" without a word: find such an argument before it does.
static const char *find_flag_with_value(const parse *self, const char *const *arguments) {
  for (size_t i = 0; arguments[i] != NULL; i++) {
    const char *argument = arguments[i];
    if (argument[0] != '-' || argument[1] == '\0') continue;
    if (strcmp(argument, "--") == 0) return NULL;
    bool next_is_value = false;
    if (argument[1] == '-') {
      const char *equals = strchr(argument, '=');
      size_t length = equals != NULL ? (size_t)(equals - argument) - 2 : strlen(argument) - 2;
      int32_t option = find_long(self, argument + 2, length);
      if (option >= 0 && equals != NULL && !self->options[option].takes_value) return argument;
      next_is_value = option >= 0 && equals == NULL && self->options[option].takes_value;
    } else {
      for (const char *letter = argument + 1; *letter != '\0'; letter++) {
        int32_t option = find_short(self, *letter);
        if (option >= 0 && self->options[option].takes_value) next_is_value = true;
      }
    }
    if (next_is_value && arguments[i + 1] != NULL) i++;
  }
  return NULL;
}

// What GOption left of the arguments, but "--", are the options that it does not know.
static char *find_unknown(char **rest) {
  for (size_t i = 1; rest[i] != NULL; i++)
    if (strcmp(rest[i], "--") != 0) return g_strndup(rest[i], strcspn(rest[i], "="));
  return NULL;
}

// GOption's words are not localised here (nothing calls setlocale), and end with the option.
static char *option_of_message(const GError *error) {
  const char *space = strrchr(error->message, ' ');
  return g_strdup(space != NULL ? space + 1 : error->message);
}

cglib_options_status cglib_options_parse(const cglib_option *options, size_t count,
                                         const char *const *arguments, cglib_option_visitor visit,
                                         void *context, char **culprit) {
  parse self = {options, count, visit, context};
  *culprit = NULL;

  const char *flag = find_flag_with_value(&self, arguments);
  if (flag != NULL) {
    *culprit = g_strndup(flag, strcspn(flag, "="));
    return CGLIB_OPTIONS_VALUE_UNEXPECTED;
  }

  GOptionEntry *entries = g_new0(GOptionEntry, count + 2);
  for (size_t i = 0; i < count; i++) {
    entries[i].long_name = options[i].name;
    entries[i].short_name = options[i].short_name;
    entries[i].flags =
        options[i].takes_value ? G_OPTION_FLAG_FILENAME : G_OPTION_FLAG_NO_ARG;
    entries[i].arg = G_OPTION_ARG_CALLBACK;
    entries[i].arg_data = (gpointer)take_option;
  }
  entries[count].long_name = G_OPTION_REMAINING;
  entries[count].flags = G_OPTION_FLAG_FILENAME;
  entries[count].arg = G_OPTION_ARG_CALLBACK;
  entries[count].arg_data = (gpointer)take_operand;

  GOptionGroup *group = g_option_group_new("main", "", "", &self, NULL);
  g_option_group_add_entries(group, entries);
  GOptionContext *parser = g_option_context_new(NULL);
  g_option_context_set_main_group(parser, group);
  g_option_context_set_help_enabled(parser, FALSE);
  // GOption's error for an unknown option does not carry its name: look at what is left instead.
  g_option_context_set_ignore_unknown_options(parser, TRUE);

  GPtrArray *list = g_ptr_array_new();
  g_ptr_array_add(list, g_strdup("belfry"));
  for (size_t i = 0; arguments[i] != NULL; i++) g_ptr_array_add(list, g_strdup(arguments[i]));
  g_ptr_array_add(list, NULL);
  char **rest = (char **)g_ptr_array_free(list, FALSE);

  GError *error = NULL;
  cglib_options_status status = CGLIB_OPTIONS_PARSED;
  if (!g_option_context_parse_strv(parser, &rest, &error)) {
    status = CGLIB_OPTIONS_VALUE_MISSING;
    *culprit = option_of_message(error);
    g_error_free(error);
  } else if ((*culprit = find_unknown(rest)) != NULL) {
    status = CGLIB_OPTIONS_UNKNOWN;
  }
  g_strfreev(rest);
  g_option_context_free(parser);
  g_free(entries);
  return status;
}

void cglib_free(void *memory) { g_free(memory); }

void cglib_free_texts(char **texts) { g_strfreev(texts); }
