import { type FormEvent, useRef, useState } from 'react'
import { useRedirect } from 'react-admin'
import { useSay } from '../../src/admin'
import { ApiError, call } from '../../src/browser/http'
import { openCompanySession } from '../../src/browser/session'
import type { ChangeMimaRequest } from '../../src/contract/one-time-password'
import type { CompanyLoginAnswer } from '../../src/contract/session'
import { type PasswordOwner, passwordProblems } from '../../src/domain/access/password'

export type MimaName = keyof ChangeMimaRequest
type Errors = Readonly<Partial<Record<MimaName | 'root', string>>>

const blank: ChangeMimaRequest = { OldMima: '', NewMima: '', ConfirmMima: '' }

/** State of the form: what is typed, what is wrong, and sending it. Passwords are kept nowhere else. */
export const useChangeMima = (owner: PasswordOwner) => {
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const done = useDone()

  const fail = (found: Errors) => {
    setErrors(found)
    const [first] = names.filter((name) => found[name])
    if (first) ref.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }
  const submit = async () => {
    const found = problems(values, owner)
    fail(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    await call<CompanyLoginAnswer>('PortalUser.ChangeMima', { body: values }).then(done, (error: unknown) => fail(refusalOf(error)))
    setBusy(false)
  }

  return {
    values,
    errors,
    busy,
    ref,
    change: (name: MimaName, value: string) => {
      setValues((old) => ({ ...old, [name]: value }))
      setErrors((old) => ({ ...old, [name]: undefined }))
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (!busy) void submit()
    },
  }
}

const names: readonly MimaName[] = ['OldMima', 'NewMima', 'ConfirmMima']

/** The session goes on under its new token, with the menu that the user is entitled to now. */
const useDone = () => {
  const say = useSay()
  const redirect = useRedirect()
  return (answer: CompanyLoginAnswer) => {
    openCompanySession(answer)
    say('密碼已變更，下次請以新密碼登入。')
    redirect('/admin')
  }
}

const problems = ({ OldMima, NewMima, ConfirmMima }: ChangeMimaRequest, owner: PasswordOwner): Errors => {
  const newProblem =
    NewMima === '' ? '請輸入新密碼。' : (passwordProblems(NewMima, owner)[0]?.message ?? (NewMima === OldMima ? '新密碼不可與目前密碼相同。' : ''))
  const confirmProblem = ConfirmMima === NewMima ? '' : '兩次輸入的新密碼不一致，請重新輸入。'
  return {
    ...(OldMima === '' ? { OldMima: '請輸入目前密碼。' } : {}),
    ...(newProblem ? { NewMima: newProblem } : {}),
    ...(confirmProblem ? { ConfirmMima: confirmProblem } : {}),
  }
}

const refusalOf = (error: unknown): Errors => {
  if (!(error instanceof ApiError)) throw error
  return error.shown ? {} : { root: error.message, ...error.errors }
}
