// Knows how entries are typed at speed: Enter goes to the next empty name and then sends, arrows
// choose among the people the club knows, F2 makes "another" of the same name with a note.
const WAIT_MS = 120;
const timers = new WeakMap();

const parts = (element) => {
  const person = element.closest(".person");
  return {
    name: person.querySelector("[data-person]"),
    player: person.querySelector("input[type=hidden]"),
    note: person.querySelector(".note"),
    list: person.querySelector(".people"),
    place: person.dataset.place,
  };
};

function close(list, name) {
  list.replaceChildren();
  name.setAttribute("aria-expanded", "false");
  name.removeAttribute("aria-activedescendant");
}

async function offer(name) {
  const { list, place } = parts(name);
  const text = name.value.trim();
  if (!text) {
    close(list, name);
    return;
  }
  const url = `${list.dataset.from}?${new URLSearchParams({ q: text, place })}`;
  let answer = null;
  try {
    answer = await fetch(url, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
  } catch {
    return;
  }
  if (!answer.ok || name.value.trim() !== text || document.activeElement !== name) return;
  list.innerHTML = await answer.text();
  [...list.children].forEach((option, number) => {
    option.id = `option-${place}-${number}`;
  });
  name.setAttribute("aria-expanded", String(list.children.length > 0));
}

function another(name) {
  const { list, note, player } = parts(name);
  player.value = "";
  close(list, name);
  note.hidden = false;
  note.querySelector("input").focus();
}

function choose(option) {
  const { name, player, note, list } = parts(option);
  if (option.dataset.name) name.value = option.dataset.name;
  if ("another" in option.dataset) {
    another(name);
    return;
  }
  player.value = option.dataset.player;
  note.querySelector("input").value = option.dataset.note ?? "";
  note.hidden = !option.dataset.note;
  close(list, name);
  name.focus();
}

function move(name, step) {
  const { list } = parts(name);
  const options = [...list.children];
  if (!options.length) return;
  const now = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const next = (now + step + options.length + (now < 0 && step < 0 ? 1 : 0)) % options.length;
  options.forEach((option, number) => option.setAttribute("aria-selected", String(number === next)));
  name.setAttribute("aria-activedescendant", options[next].id);
}

document.addEventListener("input", (event) => {
  const name = event.target;
  if (!name.matches?.("[data-person]")) return;
  parts(name).player.value = "";
  clearTimeout(timers.get(name));
  timers.set(name, setTimeout(() => offer(name), WAIT_MS));
});

document.addEventListener("keydown", (event) => {
  const name = event.target;
  if (!name.matches?.("[data-person]") || event.isComposing) return;
  const { list } = parts(name);
  const chosen = list.querySelector("[aria-selected=true]");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(name, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "F2") {
    event.preventDefault();
    another(name);
  } else if (event.key === "Escape") {
    close(list, name);
  } else if (event.key === "Enter" && chosen) {
    event.preventDefault();
    choose(chosen);
  } else if (event.key === "Enter") {
    const names = [...name.form.querySelectorAll("[data-person]")];
    const empty = names.slice(names.indexOf(name) + 1).find((one) => !one.value.trim());
    if (empty && name.value.trim()) {
      event.preventDefault();
      empty.focus();
    }
  }
});

document.addEventListener("focusout", (event) => {
  if (!event.target.matches?.("[data-person]")) return;
  const { list, name } = parts(event.target);
  clearTimeout(timers.get(name));
  // A click on an offered name takes the focus first.
  setTimeout(() => {
    if (document.activeElement !== name && !list.closest(".person").querySelector("[aria-invalid]")) close(list, name);
  }, 200);
});

document.addEventListener("click", (event) => {
  const option = event.target.closest?.(".people > li");
  if (option) choose(option);
});
