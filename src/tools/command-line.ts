import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf, OperatorError, type Print } from '../server/node/operator-error'

/** Runs the work of a command and returns the exit code. Prints a failure as a message without a stack trace. */
export const runCommand = async (
  print: Print,
  work: () => Promise<void>,
  failureText: (error: unknown) => string = messageOf,
): Promise<number> => {
  try {
    await work()
    return 0
  } catch (error) {
    print(failureText(error))
    return 1
  }
}

/** Parses a command line. Throws an error for the operator on unknown options; `hint` ends its message. */
export const parseCommandLine = <Config extends ParseArgsConfig>(
  config: Config,
  hint = '',
): ReturnType<typeof parseArgs<Config>> => {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new OperatorError(messageOf(error) + hint)
  }
}

/**
 * Returns the value of an option as a whole number.
 * Throws an error for the operator if it is none, or not in the range.
 */
export const wholeNumberOption = (
  name: string,
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): number => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= from && number <= to) return number
  throw new OperatorError(`--${name} is "${text}", but must be a whole number from ${from} to ${to}.`)
}
