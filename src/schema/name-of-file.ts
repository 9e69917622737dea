/** The page that a schema file declares: its name without folder and ending. */
export const nameOfFile = (file: string): string => (file.split(/[\\/]/).at(-1) ?? file).replace(/\.json$/, '')
