interface Props<Options extends Readonly<Record<string, string>>> {
  readonly legend: string
  readonly name: string
  /** Values and what they are called. */
  readonly options: Options
  readonly value: keyof Options
  readonly choose: (value: keyof Options) => void
}

/** A choice between a few values, all of them in sight. */
export const ChoiceField = <Options extends Readonly<Record<string, string>>>({ legend, name, options, value, choose }: Props<Options>) => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {Object.entries(options).map(([one, text]) => (
      <label key={one}>
        <input type="radio" name={name} checked={value === one} onChange={() => choose(one)} />
        {text}
      </label>
    ))}
  </fieldset>
)
