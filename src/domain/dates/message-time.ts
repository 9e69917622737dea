import { taipeiTime } from './dates'

/** Returns a time as messages show it: Taipei time, to the minute. */
export const messageTime = (at: Date): string => taipeiTime(at).slice(0, 16).replace('T', ' ').replaceAll('-', '/')

/**
 * Returns the end of a period as messages show it.
 * It is rounded up to the minute, because at an earlier minute the period has not ended yet.
 */
export const messageEndTime = (end: Date): string => messageTime(new Date(Math.ceil(end.getTime() / 60_000) * 60_000))
