import type { Ports } from '../ports'

/** Returns a hash to compare with where there is none: a refusal must take as long as one that follows a real comparison. */
export const dummyHash = ({ passwords }: Pick<Ports, 'passwords'>): Promise<string> => {
  dummy ??= passwords.hash('nobody has this password')
  return dummy
}

let dummy: Promise<string> | undefined
