/** A demo account. Its button fills in the sign-in form. */
export interface DemoAccount {
  /** The company under which the account is listed. */
  readonly group?: string
  readonly label: string
  /** The main values of the account, such as its user id. */
  readonly detail: string
  fillForm(): void
}

/** Renders buttons for the accounts of the demo mode, or nothing in other modes. */
export const DemoAccounts = ({ accounts }: { accounts: readonly DemoAccount[] }) =>
  accounts.length > 0 && (
    <aside className="demo" aria-label="示範帳號">
      <h2>示範帳號</h2>
      <p>按一下即帶入帳號與密碼。</p>
      {groupsOf(accounts).map((group) => (
        <section key={group} aria-label={group || undefined}>
          {group && <h3>{group}</h3>}
          <ul>
            {accounts
              .filter((account) => (account.group ?? '') === group)
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

const groupsOf = (accounts: readonly DemoAccount[]): readonly string[] => [
  ...new Set(accounts.map(({ group = '' }) => group)),
]

const AccountButton = ({ account: { group, label, detail, fillForm } }: { account: DemoAccount }) => (
  <button
    type="button"
    className="button button-plain button-small"
    onClick={fillForm}
    aria-label={`帶入${label} ${detail}${group ? `（${group}）` : ''}`}
  >
    {label}
    <small>{detail}</small>
  </button>
)
