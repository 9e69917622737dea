/**
 * Adds the security headers to an answer of any kind: page, script, call, refusal or file. Headers that the answer
 * already has stay, such as a page's own content policy.
 */
export const withSafeHeaders = (response: Response, { production }: { readonly production: boolean } = { production: false }): Response => {
  for (const [name, value] of Object.entries(production ? { ...safeHeaders, ...productionHeaders } : safeHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

const safeHeaders = {
  'Cache-Control': 'no-store',
  // An answer that is not a page shows and loads nothing, even when it is opened as one.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

// In production alone: otherwise a browser would insist on https for a year on a machine that only tries the portal out.
const productionHeaders = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
