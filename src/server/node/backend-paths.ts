/** True for what the backend answers; everything else is the site's. */
export const isBackendPath = (path: string): boolean => /^\/(api|demo|healthz|config\.json|schemas)(\/|$)/.test(path)
