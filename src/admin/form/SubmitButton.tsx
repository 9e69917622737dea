import { Button, type ButtonProps } from '@mui/material'
import type { MouseEvent } from 'react'

/** The button that sends a form. It takes the focus when it is let go, for a field that is left may complain and push the button from under the mouse. */
export const SubmitButton = (props: ButtonProps) => <Button type="submit" variant="contained" onMouseDown={keepFocus} onClick={takeFocus} {...props} />

const keepFocus = (event: MouseEvent): void => event.preventDefault()

const takeFocus = ({ currentTarget }: MouseEvent<HTMLElement>): void => currentTarget.focus()
