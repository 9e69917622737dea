import './form.css'
import type { ReactNode } from 'react'
import type { Form } from './use-form'

/** A form of the public site: error summary, fields and submit button. */
export const SiteForm = <Name extends string>({ form, submit, children }: { form: Form<Name>; submit: string; children: ReactNode }) => (
  <form ref={form.ref} className="form" onSubmit={form.onSubmit} noValidate>
    {form.summary && (
      <p role="alert" tabIndex={-1} className="note note-danger">
        {form.summary}
      </p>
    )}
    {children}
    <button type="submit" className="button form-submit" aria-disabled={form.pending}>
      {submit}
    </button>
  </form>
)

interface ChoiceFieldProps<Options extends Readonly<Record<string, string>>> {
  readonly legend: string
  readonly name: string
  /** Values with their labels. */
  readonly options: Options
  readonly value: keyof Options
  readonly onChange: (value: keyof Options) => void
}

/** Radio buttons for a few values. */
export const ChoiceField = <Options extends Readonly<Record<string, string>>>({ legend, name, options, value, onChange }: ChoiceFieldProps<Options>) => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {Object.entries(options).map(([option, text]) => (
      <label key={option}>
        <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
        {text}
      </label>
    ))}
  </fieldset>
)
