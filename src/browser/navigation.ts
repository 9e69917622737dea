/** Navigation by full page loads. `main.tsx` replaces `toRoot` and `toSignIn` with navigation by the router. */
export const navigation = {
  toRoot: (): void => window.location.assign('/'),
  /** Opens a page of another site, such as the bank where a bill is paid. */
  toExternal: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
  /** Opens the sign-in page for a kind of session. */
  toSignIn: (kind: 'company' | 'payer'): void => window.location.assign(signInPath(kind)),
}

/** Returns the path of the sign-in page for a kind of session. */
export const signInPath = (kind: 'company' | 'payer'): string => (kind === 'payer' ? '/client' : '/company')

/** The legal and help pages, in the footer and on the site map. */
export const helpLinks = {
  '/certificate-check': '繳費證明查驗',
  '/privacy': '個資告知',
  '/accessibility': '無障礙聲明',
  '/site-map': '網站導覽',
  '/contact': '聯絡我們',
} as const
