import { lazy, Suspense } from 'react'

/** A demo account. Its button fills in the sign-in form. */
export interface DemoAccount {
  /** The company in whose line the account is listed. */
  readonly company: string
  readonly UniformNo: string
  readonly label: string
  /** The main values of the account, such as its user id. */
  readonly detail: string
  fillForm(): void
}

/** Renders the accounts of the demo mode, or nothing in other modes, which do not load the code. */
export const DemoAccounts = ({ accounts }: { accounts: readonly DemoAccount[] }) =>
  accounts.length > 0 && (
    <Suspense>
      <DemoAccountList accounts={accounts} />
    </Suspense>
  )

const DemoAccountList = lazy(async () => ({ default: (await import('./DemoAccountList')).DemoAccountList }))
