/** Adds the security headers to a response. Headers that the response already has are kept, such as a page's own content security policy. */
export const withSecurityHeaders = (response: Response, { production }: { readonly production: boolean } = { production: false }): Response => {
  const headers = { ...securityHeaders, ...(isData(response) ? {} : documentHeaders), ...(production ? productionHeaders : {}) }
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

const securityHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

// Long headers, which only documents need.
const documentHeaders = {
  // A document that is not a page of the portal cannot show or load anything.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

// With `nosniff`, browsers show JSON, scripts and styles as text, without running anything in them.
const isData = ({ headers }: Response): boolean => /^(application\/json|text\/(javascript|css))\b/.test(headers.get('Content-Type') ?? '')

// Only in production: otherwise, browsers would require https for a year on a machine where the portal was only tried out.
const productionHeaders = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
