import { type PasswordOwner, passwordProblems } from '../domain/access/password'

/** How hard a password is to guess, in words and as a share of four. */
export const strengths = ['', '弱', '普通', '強', '非常強'] as const
type Strength = 0 | 1 | 2 | 3 | 4

/** 0 = nothing typed, 1 = breaks a rule, then the longer and the more varied the stronger. */
export const strengthOf = (password: string, owner: PasswordOwner): Strength => {
  if (password === '') return 0
  if (passwordProblems(password, owner).length > 0) return 1
  const points = kinds(password) + Math.floor(password.length / 4)
  return points >= 7 ? 4 : points >= 5 ? 3 : 2
}

const kinds = (password: string) => [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
