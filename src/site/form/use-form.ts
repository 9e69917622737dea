import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, isAborted } from '../../browser/http/api-error'
import { foldText } from '../../domain/text-folding'

/** Rules of a field in a site form. */
export interface FieldRule {
  readonly label: string
  readonly required?: boolean
  /**
   * Whether the value is sent exactly as typed, which passwords require.
   * All other values are trimmed, and their full-width characters become half-width.
   */
  readonly isKeptAsTyped?: boolean
  /**
   * Returns the normalized value, for example without separators or in capitals.
   * The form validates and sends the normalized value.
   */
  readonly normalize?: (value: string) => string
  /** Returns a message if the normalized value is invalid. */
  readonly check?: (value: string) => string | undefined
}

/** The rules of the fields on screen. A form may show only some of its fields. */
export type FieldRules<Name extends string> = Readonly<Partial<Record<Name, FieldRule>>>
/** The typed text of each field. */
export type InputValues<Name extends string> = Readonly<Record<Name, string>>
/** Sends the normalized values to the server. The form shows an error that this function throws. */
export type SendValues<Name extends string> = (values: InputValues<Name>) => Promise<void>
type FormErrors = Readonly<Record<string, string>>

/**
 * State of a site form: the typed values, `errors` with a message for each invalid field, and `summary`, the message
 * above the fields.
 */
export type SiteFormState<Name extends string> = ReturnType<typeof useSiteForm<Name>>

/**
 * Returns the state of a site form.
 * Values are validated on submit; errors from the server are shown at their fields too.
 */
export const useSiteForm = <Name extends string>(
  names: readonly Name[],
  rulesFor: (values: InputValues<Name>) => FieldRules<Name>,
  send: SendValues<Name>,
) => {
  const [values, setValues] = useState(() => blankValues(names))
  const [problem, setProblem] = useState(noProblem)
  const [pending, setPending] = useState(false)
  const ref = useFocusOnProblem(problem)
  const rules = rulesFor(values)

  const submit = async () => {
    const normalized = normalizeValues(names, rules, values)
    const errors = errorsOf(names, rules, normalized)
    setValues(normalized)
    setProblem({ errors, summary: Object.keys(errors).length > 0 ? '請修正下列欄位後再送出。' : '' })
    if (Object.keys(errors).length > 0) return
    setPending(true)
    await send(normalized)
      .catch((error: unknown) => setProblem(problemOf(error)))
      .finally(() => setPending(false))
  }

  return {
    rules,
    values,
    ...problem,
    pending,
    ref,
    change: (name: Name, value: string) => setValues((old) => ({ ...old, [name]: value })),
    fill: (changes: Partial<InputValues<Name>>) => {
      setValues((old) => ({ ...old, ...changes }))
      setProblem(noProblem)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (!pending) void submit()
    },
  }
}

const noProblem: { readonly errors: FormErrors; readonly summary: string } = { errors: {}, summary: '' }

const blankValues = <Name extends string>(names: readonly Name[]) => valuesOf(names, () => '')

const normalizeValues = <Name extends string>(
  names: readonly Name[],
  rules: FieldRules<Name>,
  values: InputValues<Name>,
) =>
  valuesOf(names, (name) => {
    const { isKeptAsTyped, normalize = identity }: Partial<FieldRule> = rules[name] ?? {}
    return isKeptAsTyped ? values[name] : normalize(foldText(values[name]))
  })

const identity = (value: string) => value

const valuesOf = <Name extends string>(names: readonly Name[], valueOfName: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, valueOfName(name)])) as InputValues<Name>

const errorsOf = <Name extends string>(
  names: readonly Name[],
  rules: FieldRules<Name>,
  values: InputValues<Name>,
): FormErrors =>
  Object.fromEntries(
    names.flatMap((name) => {
      const message = messageFor(rules[name], values[name])
      return message === undefined ? [] : [[name, message]]
    }),
  )

const messageFor = (rule: FieldRule | undefined, value: string) => {
  if (value === '') return rule?.required ? `請輸入${rule.label}。` : undefined
  return rule?.check?.(value)
}

// The form shows only refusals: responses with a ReturnCode other than 0000.
// For every other failed call the HTTP client has shown a dialog.
const problemOf = (error: unknown) => {
  if (isAborted(error) || (error instanceof ApiError && error.hasDialog)) return noProblem
  if (error instanceof ApiError) return { errors: error.errors, summary: error.message }
  throw error
}

/** Focuses the first invalid field, or the summary if there is none. Returns the ref of the form. */
const useFocusOnProblem = (problem: typeof noProblem) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem.summary === '') return
    const element =
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      ref.current?.querySelector<HTMLElement>('[role="alert"]')
    element?.focus()
    // The text is selected, so that typing replaces the invalid value.
    if (element instanceof HTMLInputElement && element.type !== 'radio') element.select()
  }, [problem])
  return ref
}
