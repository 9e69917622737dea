import type { Option } from './language'

interface WithOptions {
  readonly options: readonly Option[]
}

/** The codes of an enum field in their order for people: that of the schema file or of the domain's table. */
export const optionCodes = ({ options }: WithOptions): readonly string[] => options.map(([code]) => code)

/** The text of a code; a code that is none of the options stands for itself. */
export const optionText = ({ options }: WithOptions, code: unknown): string => options.find(([one]) => one === code)?.[1] ?? String(code ?? '')

/** Whether a value is the code of an option. */
export const isOption = ({ options }: WithOptions, value: unknown): value is string => options.some(([code]) => code === value)
