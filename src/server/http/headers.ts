/**
 * Adds security headers to a response.
 * A header that the response already has is not replaced: some pages set their own content security policy.
 */
export const withSecurityHeaders = (
  response: Response,
  { production }: { readonly production: boolean } = { production: false },
): Response => {
  const headers = {
    ...securityHeaders,
    ...(isData(response) ? {} : documentHeaders),
    ...(production ? productionHeaders : {}),
  }
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

// Only documents need these headers. Other responses omit them to stay small.
const documentHeaders = {
  // Pages of the portal set their own policy. Any other document may load nothing.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

// A browser that opens JSON, a script or a style sheet as a page shows its text and runs nothing, because of `nosniff`.
const isData = ({ headers }: Response): boolean =>
  /^(application\/json|text\/(javascript|css))\b/.test(headers.get('Content-Type') ?? '')

// Only for production: after a trial with https, browsers would reject http on that machine for a year.
const productionHeaders = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
