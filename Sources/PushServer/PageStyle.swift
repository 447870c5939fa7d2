/// The style sheet of all pages: the desktop's light or dark, any width from 240 pixels on.
let pageStyle = """
  :root {
    color-scheme: light dark;
    --back: #f6f6f8; --card: #ffffff; --text: #1c1c20; --soft: #5b5b66; --line: #d5d5dc;
    --accent: #1a5fc4; --on-accent: #ffffff; --bar: 7.5rem;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --back: #17171b; --card: #222228; --text: #f1f1f4; --soft: #a9a9b6; --line: #3c3c46;
      --accent: #82b1ff; --on-accent: #0b1a33;
    }
  }
  * { box-sizing: border-box; }
  [hidden] { display: none !important; }
  body {
    margin: 0; min-height: 100vh; background: var(--back); color: var(--text);
    font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere;
  }
  h1 { margin: 0; font-size: 1.2rem; line-height: 1.3; }
  p { margin: 0; }
  a { color: var(--accent); }
  button, .button {
    display: inline-block; min-height: 2.5rem; padding: .5rem 1rem; font: inherit; font-weight: 600;
    line-height: 1.4; text-decoration: none; cursor: pointer;
    border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: var(--text);
  }
  .main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
  button:disabled { opacity: .5; cursor: default; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .main:focus-visible { outline-color: var(--text); }
  .actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
  .soft { color: var(--soft); }

  .player .stage {
    position: relative; margin: 0 auto; background: #000;
    width: min(100%, (100vh - var(--bar)) * 16 / 9); min-width: 200px;
    aspect-ratio: 16 / 9; min-height: 200px;
  }
  .player #player { display: block; width: 100%; height: 100%; border: 0; position: absolute; inset: 0; }
  .player #problem {
    position: absolute; inset: 0; overflow: auto; padding: 1rem; display: grid; align-content: center;
    justify-items: center; gap: 1rem; text-align: center; background: #111114; color: #f1f1f4;
  }
  .player #reason { font-size: 1.2rem; }
  .player #problem .button { padding: .75rem 1.5rem; font-size: 1.1rem; }
  .player .below {
    max-width: 80rem; margin: 0 auto; padding: .9rem 1rem; display: flex; flex-wrap: wrap;
    gap: .6rem 1.5rem; align-items: center; justify-content: space-between;
  }
  .player .words { flex: 1 1 16rem; }
  .player h1 {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
  }

  .reply { display: grid; place-items: center; padding: 1rem; }
  .reply main {
    width: min(100%, 34rem); padding: 1.25rem; display: grid; gap: 1rem;
    background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  }
  .reply form { display: grid; gap: 1rem; }
  .reply .text { white-space: pre-wrap; max-height: 40vh; overflow: auto; }
  .reply textarea {
    width: 100%; min-height: 6rem; padding: .6rem .75rem; font: inherit; color: inherit; resize: vertical;
    background: var(--back); border: 1px solid var(--line); border-radius: .5rem;
  }
  .reply ::placeholder { color: var(--soft); opacity: 1; }
  .reply .actions { justify-content: flex-end; }
  .failures { padding: 1rem; }
  .failures main { max-width: 56rem; margin: 0 auto; display: grid; gap: 1rem; }
  .failures table { width: 100%; border-collapse: collapse; background: var(--card); }
  .failures th, .failures td { padding: .5rem .75rem; text-align: left; border: 1px solid var(--line); }
  .failures form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
  .failures label { display: grid; gap: .25rem; flex: 1 1 10rem; font-weight: 600; }
  .failures input, .failures select {
    min-height: 2.5rem; min-width: 0; width: 100%; padding: .4rem .6rem; font: inherit; color: inherit;
    background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  }
  .reply #status:empty { margin-top: -1rem; }
  """
