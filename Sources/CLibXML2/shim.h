#ifndef CLIBXML2_SHIM_H
#define CLIBXML2_SHIM_H
/* ICU's headers clash with Foundation's; libxml2 only mentions them when this is defined. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>
/* xmlFree is a mutable global function pointer, which Swift 6 refuses. */
static inline void dcr_xml_free(void *p) { xmlFree(p); }
#endif
