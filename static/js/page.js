// Knows what every page does beyond HTML: closing messages, opening dialogs, asking before a danger.
document.addEventListener("click", (event) => {
  const target = event.target.closest?.("[data-dismiss], [data-open], [data-close], [data-copy], [data-print]");
  if (!target) return;
  if ("dismiss" in target.dataset) target.closest(".notice")?.remove();
  if (target.dataset.open) document.getElementById(target.dataset.open)?.showModal();
  if ("close" in target.dataset) target.closest("dialog")?.close();
  if ("print" in target.dataset) window.print();
  if (target.dataset.copy) {
    navigator.clipboard?.writeText(target.dataset.copy).then(() => {
      target.dataset.copied = "true";
    });
  }
});

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});
