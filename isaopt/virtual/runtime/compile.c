/* hiprtc: programs that compile device code as they run.  The server has clang do it (isaopt/virtual/compile.py). */
enum { RTC_INVALID_INPUT = 3, RTC_INVALID_PROGRAM = 4, RTC_COMPILATION = 6, RTC_NAMES_LATE = 8, RTC_NO_NAMES = 9,
       RTC_NAME_INVALID = 10, RTC_INTERNAL = 11 };
typedef struct Program {
    char **text; /* name, source, then name and text of each header */
    u64 texts;
    char **expression, **lowered;
    u64 expressions, lowereds;
    char *log;
    u8 *code;
    u64 code_size, compiled;
} Program;

API const char *hiprtcGetErrorString(int error) {
    static const char *const text[] = {
        "HIPRTC_SUCCESS", "HIPRTC_ERROR_OUT_OF_MEMORY", "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE", "HIPRTC_ERROR_INVALID_INPUT",
        "HIPRTC_ERROR_INVALID_PROGRAM", "HIPRTC_ERROR_INVALID_OPTION", "HIPRTC_ERROR_COMPILATION",
        "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE", "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
        "HIPRTC_ERROR_INTERNAL_ERROR"};
    return error >= 0 && error <= RTC_INTERNAL ? text[error] : "Invalid HIPRTC error code";
}
API int hiprtcVersion(int *major, int *minor) {
    if (!major || !minor) return RTC_INVALID_INPUT;
    *major = 9;
    *minor = 0;
    return OK;
}
API int hiprtcCreateProgram(Program **out, const char *source, const char *name, int headers, const char **header,
                            const char **header_name) {
    if (!out || !source || headers < 0 || (headers && (!header || !header_name))) return RTC_INVALID_INPUT;
    Program *p = calloc(1, sizeof *p);
    APPEND(p->text, p->texts, strdup(name ?: "default_program"));
    APPEND(p->text, p->texts, strdup(source));
    for (int k = 0; k < headers; k++) {
        APPEND(p->text, p->texts, strdup(header_name[k]));
        APPEND(p->text, p->texts, strdup(header[k]));
    }
    *out = p;
    return OK;
}
static void drop(char **text, u64 n) {
    while (n) free(text[--n]);
    free(text);
}
API int hiprtcDestroyProgram(Program **program) {
    if (!program || !*program) return RTC_INVALID_INPUT;
    Program *p = *program;
    drop(p->text, p->texts);
    drop(p->expression, p->expressions);
    drop(p->lowered, p->lowereds);
    free(p->log);
    free(p->code);
    free(p);
    *program = 0;
    return OK;
}
API int hiprtcAddNameExpression(Program *p, const char *expression) {
    if (!expression) return RTC_INVALID_INPUT;
    if (!p) return RTC_INVALID_PROGRAM;
    if (p->compiled) return RTC_NAMES_LATE;
    APPEND(p->expression, p->expressions, strdup(expression));
    return OK;
}
API int hiprtcCompileProgram(Program *p, int options, const char **option) {
    if (!p) return RTC_INVALID_PROGRAM;
    char *body = 0;
    u64 size = 0, got = 0;
    void *to = open_memstream(&body, &size);
    fprintf(to, "%llu %d %llu%c", p->texts, options, p->expressions, 0);
    for (u64 k = 0; k < p->texts; k++) fprintf(to, "%s%c", p->text[k], 0);
    for (int k = 0; k < options; k++) fprintf(to, "%s%c", option[k], 0);
    for (u64 k = 0; k < p->expressions; k++) fprintf(to, "%s%c", p->expression[k], 0);
    fclose(to);
    pthread_mutex_lock(lock);
    u8 *answer = started() ? ask(COMPILE, body, size, "", &got) : 0, *q = answer;
    pthread_mutex_unlock(lock);
    free(body);
    if (!answer) return RTC_INTERNAL;
    u64 error = at(q, 0, 8), log = at(q, 8, 8);
    p->code_size = at(q, 16, 8);
    free(p->log);
    free(p->code);
    p->log = memcpy(calloc(1, log + 1), q += 24, log);
    p->code = memcpy(malloc(p->code_size + 1), q += log, p->code_size);
    for (q += p->code_size; p->lowereds < p->expressions && q < answer + got; q += strlen((char *)q) + 1)
        APPEND(p->lowered, p->lowereds, strdup((char *)q));
    free(answer);
    p->compiled = 1;
    return error ? RTC_COMPILATION : OK;
}
API int hiprtcGetLoweredName(Program *p, const char *expression, const char **out) {
    if (!expression || !out) return RTC_INVALID_INPUT;
    if (!p) return RTC_INVALID_PROGRAM;
    if (!p->compiled) return RTC_NO_NAMES;
    for (u64 k = 0; k < p->lowereds; k++)
        if (!strcmp(p->expression[k], expression)) {
            *out = p->lowered[k];
            return OK;
        }
    return RTC_NAME_INVALID;
}
API int hiprtcGetProgramLogSize(Program *p, u64 *size) {
    if (!p || !size) return RTC_INVALID_INPUT;
    *size = p->log && *p->log ? strlen(p->log) + 1 : 0;
    return OK;
}
API int hiprtcGetProgramLog(Program *p, char *log) {
    if (!p || !log) return RTC_INVALID_INPUT;
    if (p->log && *p->log) memcpy(log, p->log, strlen(p->log) + 1);
    return OK;
}
API int hiprtcGetCodeSize(Program *p, u64 *size) {
    if (!p || !size) return RTC_INVALID_INPUT;
    *size = p->code_size;
    return OK;
}
API int hiprtcGetCode(Program *p, u8 *code) {
    if (!p || !code) return RTC_INVALID_INPUT;
    memcpy(code, p->code, p->code_size);
    return OK;
}
