interface SelectFilterProps {
  readonly label: string
  readonly className: string
  /** Codes and their texts. */
  readonly options: readonly (readonly [code: string, text: string])[]
  /** Empty = all. */
  readonly value: string
  readonly choose: (code: string) => void
}

/** Narrows a list to one of a few codes. */
export const SelectFilter = ({ label, className, options, value, choose }: SelectFilterProps) => (
  <label className={className}>
    {label}
    <select value={value} onChange={(event) => choose(event.target.value)}>
      <option value="">全部</option>
      {options.map(([code, text]) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
