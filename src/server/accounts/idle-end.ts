import type { Ports } from '../ports'

/** When a session ends that nobody uses any more. */
export const idleEnd = (lastSeen: string, { settings }: Pick<Ports, 'settings'>): Date => new Date(Date.parse(lastSeen) + settings.sessionIdleMinutes * 60_000)
