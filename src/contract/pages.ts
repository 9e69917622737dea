import type { SchemaSet } from '../schema/load/schema-set'

/**
 * The paths of the public pages, as the router of the site declares them.
 * A segment that begins with a colon matches any text; `send-opt` is the specification's spelling.
 */
export const publicPages = [
  '/',
  '/company',
  '/client',
  '/portal',
  '/portal/send-opt',
  '/portal/verification',
  '/portal/password-reset',
  '/forgot-password',
  '/forgot-password/send-opt',
  '/forgot-password/verification',
  '/forgot-password/password-reset',
  '/news',
  '/news/:id',
  '/privacy',
  '/accessibility',
  '/contact',
  '/certificate-check',
  '/site-map',
  '/bill/:token',
  '/unsubscribe/:token',
  '/payment-information',
  '/payment-history',
  '/receipt-information',
] as const

/** The page of the specification whose jobs write reports of any length. */
export const reportJobsPage = 'Report'

/** Pages of the admin area that belong to no schema. */
const adminPages = ['/admin', '/admin/sign-ins']

/**
 * Returns a function that checks whether the site has a page at a path.
 * Every path below a page of the admin area counts as a page, because records have their own pages there.
 */
export const pageMatcher = ({ resources }: Pick<SchemaSet, 'resources'>): ((path: string) => boolean) => {
  const otherPages = [...publicPages, ...adminPages].map((page) => page.replace(/:\w+/g, '[^/]+'))
  const adminNames = resources.filter(({ page }) => page).map(({ name }) => name)
  // The router ignores case and a slash at the end.
  const pattern = new RegExp(`^(${otherPages.join('|')}|/admin/(${adminNames.join('|')})(/.*)?)/*$`, 'i')
  return (path) => pattern.test(path)
}
