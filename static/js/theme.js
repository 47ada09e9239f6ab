// Knows the reader's wish for light or dark; runs before the first paint, so it is not a module.
(() => {
  const KEY = "theme";
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  };
  const show = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-set-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme));
    }
  };
  show(read());
  document.addEventListener("DOMContentLoaded", () => show(read()));
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-set-theme]");
    if (!button) return;
    try {
      localStorage.setItem(KEY, button.dataset.setTheme);
    } catch {
      // A browser that keeps nothing still gets its theme for this page.
    }
    show(button.dataset.setTheme);
  });
})();
