interface SelectFilterProps {
  readonly label: string
  readonly className: string
  /** Each code with its text. */
  readonly options: readonly (readonly [code: string, text: string])[]
  /** The selected code; empty if all rows are shown. */
  readonly value: string
  readonly onChange: (code: string) => void
}

/** Renders a select input that filters a list by a code. */
export const SelectFilter = ({ label, className, options, value, onChange }: SelectFilterProps) => (
  <label className={className}>
    {label}
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">全部</option>
      {options.map(([code, text]) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
