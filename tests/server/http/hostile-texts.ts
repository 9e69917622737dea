/** Texts that no caller should send. */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '0', '-1', '1.5', '1e309', 'NaN', 'Infinity', 'null', 'undefined', 'true', '2147483648', '9223372036854775808', '１２'],
  ...['[]', '{}', '{"a":1}', '[object Object]', '__proto__', 'constructor', 'toString', '*', '%', '_', '\\', '~', '77001~', ',', ';'],
  ...["'", '"', "1' or '1'='1", "'; drop table payer; --", '$1', '{{7*7}}', '<script>alert(1)</script>', '=1+1', '\r\nSet-Cookie: a=b'],
  ...['../../etc/passwd', '/', '?', '#', 'file:///etc/passwd', 'http://169.254.169.254/'],
  ...['2026-02-30', '9999-12-31', '0000-00-00', '2026-11-20T25:00:00', '11513', '115/13'],
  ...['𠮷', '\u202e', '\u200b', '\uffff', '\u0000', '9'.repeat(5000), '中'.repeat(3000)],
]
