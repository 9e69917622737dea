import { useValueSource } from './value-source'

/** What every input of ours is told. */
export interface BoxProps {
  /** Path in the form's values, or the column of a row. */
  readonly source: string
  readonly label: string
  readonly help?: string | undefined
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** Ties an input to its value; its error takes the place of the help. In a row the column's heading is its label, and there is no room for help. */
export const useBox = ({ source, label, help, required, disabled }: BoxProps) => {
  const { value, change, blur, message, ref, place, namedBy } = useValueSource().useHeld(source, Boolean(disabled))
  return {
    value,
    change,
    blur,
    message,
    place,
    inRow: namedBy !== undefined,
    /** Props of an MUI text field. */
    look: {
      name: source,
      label: namedBy ? undefined : label,
      required: Boolean(required),
      disabled: Boolean(disabled),
      error: message !== undefined,
      helperText: message ?? (namedBy ? undefined : help),
      inputRef: ref,
    },
    /** Props of the element that people type in. */
    said: { 'aria-labelledby': namedBy },
  }
}
