/** Path below which the compiled schemas are served. */
export const schemasPath = '/schemas'

/** Returns whether the backend serves the path; all other paths belong to the site. This file has no imports, because the Vite configuration imports it. */
export const isBackendPath = (path: string): boolean => /^\/(api|demo|healthz|config\.json|schemas)(\/|$)/.test(path)
