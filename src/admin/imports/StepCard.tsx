import { Box, Stack } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { SectionCard } from '../components/SectionCard'

interface StepCardProps {
  readonly title: string
  /** Content next to the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Buttons below the content. */
  readonly actions?: ReactNode
}

/**
 * Renders one step of an import.
 * The title takes the focus, so that users of keyboards and screen readers start there.
 */
export const StepCard = ({ title, aside, children, actions }: StepCardProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <SectionCard title={title} aside={aside} headingRef={heading}>
      <Stack spacing={2}>{children}</Stack>
      {actions && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 3 }}>{actions}</Box>
      )}
    </SectionCard>
  )
}
