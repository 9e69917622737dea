/** Path below which the compiled schemas are served. */
export const schemasPath = '/schemas'

/** Returns whether the backend serves the path; all other paths belong to the site. The Vite configuration imports this file, so it has no imports. */
export const isBackendPath = (path: string): boolean => /^\/(api|demo|healthz|config\.json|schemas)(\/|$)/.test(path)
