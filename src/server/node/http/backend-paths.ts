/** Folder of the address of the compiled schemas. */
export const schemasPath = '/schemas'

/** Returns whether the backend answers the path; everything else is the site's. Imported by the Vite configuration, so it imports nothing itself. */
export const isBackendPath = (path: string): boolean => /^\/(api|demo|healthz|config\.json|schemas)(\/|$)/.test(path)
