/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>

const on: readonly string[] = ['1', 'true', 'yes', 'on']
const off: readonly string[] = ['0', 'false', 'no', 'off']

/** A setting that is switched on. */
export const isOn = (value: string | undefined): boolean => on.includes(plain(value))

/** A setting that is switched off; one that is absent is neither. */
export const isOff = (value: string | undefined): boolean => off.includes(plain(value))

/** The settings that are switches. */
export const switches = ['DEMO', 'API_DOCS', 'ALLOW_EMBEDDED_DB'] as const

/** Switches that say neither: to take one for its default would do what nobody wanted. */
export const switchProblems = (env: Environment): readonly string[] =>
  switches.flatMap((name) => (plain(env[name]) === '' || isOn(env[name]) || isOff(env[name]) ? [] : [`${name} is "${env[name]}", but must be 1 or 0.`]))

const plain = (value = ''): string => value.trim().toLowerCase()
