// Strings that are kept elsewhere, in UTF-16 by Objective-C. There are none in WebAssembly, but Swift's library asks each time,
// and what would read them comes with all of UTF-16: a fiftieth of the module. In its place there is nothing but a trap.
// The names are those of Swift 6.3's library. Of another version that has other names, the module is merely larger.

#include <stdint.h>

typedef int32_t w;
typedef int64_t l;

#define FOREIGN(function, symbol, result, ...) \
    result function(__VA_ARGS__) __asm__(symbol); \
    result function(__VA_ARGS__) { __builtin_trap(); }

FOREIGN(count, "$eSS8UTF8ViewV13_foreignCountSiyF", w, w a, w b, w c, w d, w e)
FOREIGN(distance, "$eSS8UTF8ViewV16_foreignDistance4from2toSiSS5IndexV_AGtF", w, l a, l b, w c, w d, w e, w f, w g)
FOREIGN(copy, "$es11_StringGutsV16_foreignCopyUTF84intoSiSgSrys5UInt8VG_tF", void, w a, w b, w c, w d, w e, w f, w g, w h)
FOREIGN(byte, "$eSS8UTF8ViewV17_foreignSubscript8positions5UInt8VSS5IndexV_tF", w, l a, w b, w c, w d, w e, w f)
FOREIGN(offset, "$eSS8UTF8ViewV13_foreignIndex_8offsetBySS0D0VAF_SitF", l, l a, w b, w c, w d, w e, w f, w g)
FOREIGN(limited, "$eSS8UTF8ViewV13_foreignIndex_8offsetBy07limitedF0SS0D0VSgAG_SiAGtF", void, w a, l b, w c, l d, w e, w f, w g, w h, w i)
FOREIGN(after, "$eSS8UTF8ViewV13_foreignIndex5afterSS0D0VAF_tF", l, l a, w b, w c, w d, w e, w f)
FOREIGN(before, "$eSS8UTF8ViewV13_foreignIndex6beforeSS0D0VAF_tF", l, l a, w b, w c, w d, w e, w f)
FOREIGN(offset16, "$eSS9UTF16ViewV13_foreignIndex_8offsetBySS0D0VAF_SitF", l, l a, w b, w c, w d, w e, w f, w g)
FOREIGN(after16, "$eSS9UTF16ViewV13_foreignIndex5afterSS0D0VAF_tF", l, l a, w b, w c, w d, w e, w f)
FOREIGN(before16, "$eSS9UTF16ViewV13_foreignIndex6beforeSS0D0VAF_tF", l, l a, w b, w c, w d, w e, w f)
FOREIGN(align, "$es11_StringGutsV18foreignScalarAlignySS5IndexVAEF", l, l a, w b, w c, w d, w e, w f)
FOREIGN(matching, "$es11_StringGutsV27_slowEnsureMatchingEncodingySS5IndexVAEF", l, l a, w b, w c, w d, w e, w f)
FOREIGN(small, "$es11_StringGutsV24_foreignConvertedToSmall33_408A76AB043BD3EFBAB6FAAAAA9B4914LLs01_fA0VyF", void, w a, w b, w c, w d, w e, w f)
FOREIGN(grow, "$es11_StringGutsV12_foreignGrow33_408A76AB043BD3EFBAB6FAAAAA9B4914LLyySiF", void, w a, w b, w c)
FOREIGN(append, "$es11_StringGutsV21_foreignAppendInPlace33_408A76AB043BD3EFBAB6FAAAAA9B4914LLyys01_aB5SliceVF", void, w a, w b, w c)
