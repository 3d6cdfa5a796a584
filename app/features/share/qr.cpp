#include "app/features/share/qr.h"

#ifdef EZSCOPE_HAS_QR
#include <qrcodegen/qrcodegen.hpp>
#endif

namespace ez {

#ifdef EZSCOPE_HAS_QR

bool has_qr() { return true; }

QrCode qr_code(const std::string& text) {
  if (text.empty() || text.size() > most_qr_bytes) return {};
  const auto code = qrcodegen::QrCode::encodeBinary({text.begin(), text.end()}, qrcodegen::QrCode::Ecc::LOW);
  QrCode out{code.getSize(), {}};
  for (int y = 0; y < out.side; ++y)
    for (int x = 0; x < out.side; ++x) out.dark.push_back(code.getModule(x, y) ? 1 : 0);
  return out;
}

#else

bool has_qr() { return false; }
QrCode qr_code(const std::string&) { return {}; }

#endif

}  // namespace ez
