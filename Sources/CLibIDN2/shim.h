// Internationalized domain names (UTS #46, RFC 5891).
#ifndef CLIBIDN2_SHIM_H
#define CLIBIDN2_SHIM_H
#include <idn2.h>
#endif
