// The Vite configuration imports this file, so this file must not import others.

/** Path below which the compiled schemas are served. */
export const schemasPath = '/schemas'

/** Path below which the logo of the bank is served. */
export const brandPath = '/brand'

/** Returns whether the backend serves the path; all other paths belong to the site. */
export const isBackendPath = (path: string): boolean =>
  /^\/(api|demo|healthz|config\.json|schemas|brand)(\/|$)/.test(path)
