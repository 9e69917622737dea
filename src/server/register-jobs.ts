import type { ModuleJob, PortalParts } from './module'

/** Registers the jobs of all modules. */
export const registerJobs = (portal: PortalParts): void => {
  for (const { module } of portal.modules.all)
    for (const [name, job] of Object.entries(module.jobs ?? {})) register(portal, name, job)
}

const register = (portal: PortalParts, name: string, { run, onFailure, retryMinutes, maxLanes }: ModuleJob): void =>
  portal.ports.jobs.register(name, (data, jobRun) => run(portal, data, jobRun), {
    ...(onFailure && {
      onFailure: (trx, data, reason) => onFailure({ ...portal, ports: { ...portal.ports, db: trx } }, data, reason),
    }),
    ...(retryMinutes && { retryMinutes }),
    ...(maxLanes && { maxLanes }),
  })
