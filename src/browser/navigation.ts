/** How the browser goes on when a session ends by itself: a full load, until the router offers a way that keeps what lives in memory. */
export const navigation = {
  toRoot: (): void => window.location.assign('/'),
  /** To a page elsewhere, such as the bank where a bill is paid. */
  leaveTo: (url: string): void => window.location.assign(url),
  /** The same page from the server once more: the only sure way to code that did not arrive, or that a newer version has replaced. */
  again: (): void => window.location.reload(),
  /** To the sign-in of that kind of session. */
  toSignIn: (kind: 'company' | 'payer'): void => window.location.assign(signInPath(kind)),
}

/** Returns where users of a kind sign in. */
export const signInPath = (kind: 'company' | 'payer'): string => (kind === 'payer' ? '/client' : '/company')

/** The legal and help pages, in the footer and on the site map. */
export const helpLinks = {
  '/certificate-check': '繳費證明查驗',
  '/privacy': '個資告知',
  '/accessibility': '無障礙聲明',
  '/site-map': '網站導覽',
  '/contact': '聯絡我們',
} as const
