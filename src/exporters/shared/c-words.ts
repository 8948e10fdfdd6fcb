/** The words that a name in a C file must not be. */
export const isReserved = (name: string): boolean =>
  words.has(name) || endings.test(name) || hasReservedStart(name);

/** Names of which a longer one is reserved too. */
export const hasReservedStart = (name: string): boolean => starts.test(name);

// What the standard headers and the text around the program keep for themselves, now or later.
const starts =
  /^(_|pthread_|native_|(PTHREAD|CLOCK|SCHED|SEEK|CPU|FD|CLONE|TIMER|ADJ|MOD|STA|RENAME|PRI|FENCEPOST)_)/;
const endings = /_(t|MAX|MIN|WIDTH|C)$/;

const keywords = `
  auto break case char const continue default do double else enum extern float for goto if inline int long
  register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
  asm typeof main i386`;

/** What pthread.h, stdbool.h, stdint.h, stdio.h and stdlib.h declare or define, on systems of today. */
const library = `
  BIG_ENDIAN BUFSIZ BYTE_ORDER CLOCKS_PER_SEC CSIGNAL EOF EXIT_FAILURE EXIT_SUCCESS FILE LITTLE_ENDIAN
  L_ctermid L_cuserid L_tmpnam NFDBITS NULL PDP_ENDIAN P_tmpdir TIME_UTC WCONTINUED WEXITED WEXITSTATUS
  WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED a64l
  abort abs aligned_alloc alloca arc4random arc4random_buf arc4random_uniform asctime asctime_r asprintf
  at_quick_exit atexit atof atoi atol atoll be16toh be32toh be64toh bool bsearch calloc canonicalize_file_name
  clearenv clearerr clearerr_unlocked clock clock_adjtime clock_getcpuclockid clock_getres clock_gettime
  clock_nanosleep clock_settime clone ctermid ctime ctime_r cuserid daylight difftime div dprintf drand48
  drand48_r dysize ecvt ecvt_r erand48 erand48_r exit false fclose fcloseall fcvt fcvt_r fd_mask fd_set fdopen
  feof feof_unlocked ferror ferror_unlocked fflush fflush_unlocked fgetc fgetc_unlocked fgetpos fgetpos64
  fgets fgets_unlocked fileno fileno_unlocked flockfile fmemopen fopen fopen64 fopencookie fprintf fputc
  fputc_unlocked fputs fputs_unlocked fread fread_unlocked free freopen freopen64 fscanf fseek fseeko fseeko64
  fsetpos fsetpos64 ftell ftello ftello64 ftrylockfile funlockfile fwrite fwrite_unlocked gcvt getc
  getc_unlocked getchar getchar_unlocked getcpu getdate getdate_err getdate_r getdelim getenv getline
  getloadavg getpt getsubopt getw gmtime gmtime_r grantpt htobe16 htobe32 htobe64 htole16 htole32 htole64
  initstate initstate_r jrand48 jrand48_r l64a labs lcong48 lcong48_r ldiv le16toh le32toh le64toh linux llabs
  lldiv localtime localtime_r lrand48 lrand48_r malloc mblen mbstowcs mbtowc mkdtemp mkostemp mkostemp64
  mkostemps mkostemps64 mkstemp mkstemp64 mkstemps mkstemps64 mktemp mktime mrand48 mrand48_r nanosleep
  nrand48 nrand48_r obstack_printf obstack_vprintf on_exit open_memstream pclose perror popen posix_memalign
  posix_openpt printf pselect ptsname ptsname_r putc putc_unlocked putchar putchar_unlocked putenv puts putw
  qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort qsort_r quick_exit rand rand_r random random_r realloc reallocarray
  realpath remove rename renameat renameat2 rewind rpmatch scanf sched_get_priority_max sched_get_priority_min
  sched_getaffinity sched_getcpu sched_getparam sched_getscheduler sched_priority sched_rr_get_interval
  sched_setaffinity sched_setparam sched_setscheduler sched_yield secure_getenv seed48 seed48_r select setbuf
  setbuffer setenv setlinebuf setns setstate setstate_r setvbuf snprintf sprintf srand srand48 srand48_r
  srandom srandom_r sscanf stderr stdin stdout strfromd strfromf strfromf128 strfromf32 strfromf32x strfromf64
  strfromf64x strfroml strftime strftime_l strptime strptime_l strtod strtod_l strtof strtof128 strtof128_l
  strtof32 strtof32_l strtof32x strtof32x_l strtof64 strtof64_l strtof64x strtof64x_l strtof_l strtol strtol_l
  strtold strtold_l strtoll strtoll_l strtoq strtoul strtoul_l strtoull strtoull_l strtouq system tempnam time
  timegm timelocal timer_create timer_delete timer_getoverrun timer_gettime timer_settime timespec_get
  timespec_getres timezone tmpfile tmpfile64 tmpnam tmpnam_r true tzname tzset u_char u_int u_long u_short
  uint ulong ungetc unix unlockpt unsetenv unshare ushort va_list valloc vasprintf vdprintf vfprintf vfscanf
  vprintf vscanf vsnprintf vsprintf vsscanf wcstombs wctomb`;

/** What every exported file has of its own. */
const own = `
  add32 sub32 mul32 div32 mod32 neg32 too_large in_range cell any_of any_int any_bool reach_error leave_out PROPERTY`;

const words: ReadonlySet<string> = new Set(
  [keywords, library, own].flatMap((list) => list.trim().split(/\s+/)),
);
