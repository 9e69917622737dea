/** Adds the security headers to any response. Headers that it already has stay, such as a page's own content security policy. */
export const withSecurityHeaders = (response: Response, { production }: { readonly production: boolean } = { production: false }): Response => {
  for (const [name, value] of Object.entries(production ? { ...securityHeaders, ...productionHeaders } : securityHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

const securityHeaders = {
  'Cache-Control': 'no-store',
  // A response that is not a page cannot show or load anything, even if it is opened as a page.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

// Only in production: on a machine where the portal is only tried out, the browser would require https for a year.
const productionHeaders = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
