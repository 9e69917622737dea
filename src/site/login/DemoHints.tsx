/** One demo account that a button fills into the form. */
export interface Hint {
  /** Accounts are grouped by company. */
  readonly group?: string
  readonly label: string
  readonly detail: string
  use(): void
}

/** The accounts of the demo mode; nothing outside of it. */
export const DemoHints = ({ hints }: { hints: readonly Hint[] }) =>
  hints.length > 0 && (
    <aside className="demo" aria-label="示範帳號">
      <h2>示範帳號</h2>
      <p>按一下即帶入帳號與密碼。</p>
      {groupsOf(hints).map((group) => (
        <section key={group} aria-label={group || undefined}>
          {group && <h3>{group}</h3>}
          <ul>
            {hints
              .filter((hint) => (hint.group ?? '') === group)
              .map((hint) => (
                <li key={`${hint.label} ${hint.detail}`}>
                  <HintButton hint={hint} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </aside>
  )

const groupsOf = (hints: readonly Hint[]): readonly string[] => [...new Set(hints.map(({ group = '' }) => group))]

const HintButton = ({ hint: { group, label, detail, use } }: { hint: Hint }) => (
  <button type="button" className="button button-plain button-small" onClick={use} aria-label={`帶入${label} ${detail}${group ? `（${group}）` : ''}`}>
    {label}
    <small>{detail}</small>
  </button>
)
