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

/** Renders buttons for the accounts of the demo mode, one line for each company, or nothing in other modes. */
export const DemoAccounts = ({ accounts }: { accounts: readonly DemoAccount[] }) =>
  accounts.length > 0 && (
    <aside className="demo" aria-label="示範帳號">
      <h2>示範帳號</h2>
      <p>按一下即帶入帳號與密碼。</p>
      {[...new Set(accounts.map(companyOf))].map((company) => (
        <section key={company} aria-label={company}>
          <h3>{company}</h3>
          <ul>
            {accounts
              .filter((account) => companyOf(account) === company)
              .map((account) => (
                <li key={`${account.label} ${account.detail}`}>
                  <AccountButton account={account} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </aside>
  )

const companyOf = ({ company, UniformNo }: DemoAccount): string => `${company} ${UniformNo}`

const AccountButton = ({ account }: { account: DemoAccount }) => (
  <button
    type="button"
    className="button button-plain button-small"
    onClick={account.fillForm}
    aria-label={`帶入${account.label} ${account.detail}（${companyOf(account)}）`}
  >
    {account.label}
  </button>
)
