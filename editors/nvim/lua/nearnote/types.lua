---@meta
-- Made by editors/generate_types.py of server/nearnote/wire/answers.py. Lines count from 0.

---@alias nearnote.Mode 'hybrid'|'text'|'vector'

---@alias nearnote.Phase 'scanning'|'embedding'|'ready'|'words-only'

--- What speaks for a hit, raw: figures to compare within one answer only.
---@class nearnote.Parts
---@field words number  The share of the query's words that it says.
---@field meaning number  How much nearer than chance it is.
---@field name number  How surely the query names its note.
---@field rank number  The sum by which hits are ordered.

--- One place in a note.
---@class nearnote.Hit
---@field path string
---@field uri string
---@field title string
---@field heading string[]
---@field line integer
---@field end_line integer
---@field kind string
---@field score number  The chance, from 0 to 1, that this is what was asked.
---@field parts nearnote.Parts
---@field text string  The matched line itself; `snippet` is body text around it.
---@field line_text string  The same without its Markdown, for lists.
---@field snippet string
---@field found_by string[]

--- The answer of `nearnote.search`.
---@class nearnote.SearchAnswer
---@field mode nearnote.Mode
---@field pending integer  How many chunks still wait for their vector.
---@field hits nearnote.Hit[]

--- The line of the note asked about that is nearest to a hit, and the words that both have.
---@class nearnote.Why
---@field line integer
---@field text string
---@field words string[]

--- A related note at its nearest line.
---@class nearnote.RelatedHit: nearnote.Hit
---@field linked boolean  The note asked about links to this one already.
---@field why nearnote.Why|nil

--- The answer of `nearnote.related`.
---@class nearnote.RelatedAnswer
---@field mode nearnote.Mode
---@field pending integer
---@field hits nearnote.RelatedHit[]

--- A line of another note that names a note.
---@class nearnote.Backlink
---@field path string
---@field uri string
---@field title string
---@field line integer
---@field text string  The line itself.
---@field line_text string  The same without its Markdown, for lists.

--- The answer of `nearnote.backlinks`: lines that link to a note, and lines that name it.
---@class nearnote.BacklinksAnswer
---@field linked nearnote.Backlink[]
---@field unlinked nearnote.Backlink[]

--- The answer of `nearnote.map`: a whole HTML page, which loads nothing.
---@class nearnote.MapAnswer
---@field page string
---@field notes integer
---@field reason string  Why notes have no place by meaning; empty when they have.

--- One piece of a note as the index sees it, or does not see it (`content_free`).
---@class nearnote.SeenChunk
---@field line integer
---@field end_line integer
---@field kind string
---@field heading string[]
---@field model_text string
---@field content_free boolean
---@field pending boolean

--- The answer of `nearnote.chunks`.
---@class nearnote.ChunksAnswer
---@field chunks nearnote.SeenChunk[]

--- The answer of `nearnote.status`; `reason` and `unkept` only where something is amiss.
---@class nearnote.Status
---@field phase nearnote.Phase
---@field notes integer
---@field chunks integer
---@field pending integer
---@field model string
---@field reason string?
---@field unkept string?  Why vectors cannot be kept.
