import { Box, Card, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'

interface StepCardProps {
  readonly title: string
  /** Beside the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** What to do next. */
  readonly actions?: ReactNode
}

/** One step; its title takes the focus, so that keyboards and screen readers begin there. */
export const StepCard = ({ title, aside, children, actions }: StepCardProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        <Typography ref={heading} tabIndex={-1} component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 600, outline: 'none' }}>
          {title}
        </Typography>
        {aside}
      </Stack>
      <Stack spacing={2}>{children}</Stack>
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 3 }}>{actions}</Box>}
    </Card>
  )
}
